# The solution of the assignment: what it prints is what is expected of students' programs.
name = input("Name? ")
count = int(input("How many times? "))
for _ in range(count):
    print(f"Hello, {name}!")
