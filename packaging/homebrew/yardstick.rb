# For a tap: the file `Formula/yardstick.rb` of a repository whose name begins with `homebrew-`.
class Yardstick < Formula
  desc "Grades student programs against a reference implementation"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/yardstick-@VERSION@-aarch64-apple-darwin.tgz"
      sha256 "@SHA256 yardstick-@VERSION@-aarch64-apple-darwin.tgz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/yardstick-@VERSION@-x86_64-apple-darwin.tgz"
      sha256 "@SHA256 yardstick-@VERSION@-x86_64-apple-darwin.tgz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/yardstick-@VERSION@-aarch64-unknown-linux-musl.tgz"
      sha256 "@SHA256 yardstick-@VERSION@-aarch64-unknown-linux-musl.tgz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/yardstick-@VERSION@-x86_64-unknown-linux-musl.tgz"
      sha256 "@SHA256 yardstick-@VERSION@-x86_64-unknown-linux-musl.tgz@"
    end
  end

  def install
    bin.install "yardstick"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/yardstick.bash" => "yardstick"
    fish_completion.install "completions/yardstick.fish"
    zsh_completion.install "completions/_yardstick"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/yardstick --version")
    assert_match "byu-connect-four", shell_output("#{bin}/yardstick specs")
  end
end
