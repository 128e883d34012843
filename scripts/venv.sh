# Sourced by scripts/kg and scripts/test: makes .venv with Python 3.11 or newer and installs this checkout into it.
# Everything it says goes to stderr, so that `scripts/kg query --format csv > file` stays clean.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else return 127; fi
}

# Installs Debian packages, or says which are needed. $1: what for; the rest: packages.
need_packages() {
  local purpose=$1
  shift
  if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1; }; then
    say "安裝 $* ($purpose) / installing $* ($purpose)"
    as_root apt-get update -q >&2 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2 && return 0
  fi
  say "缺 $* ($purpose)：請先用系統的套件管理程式安裝。"
  say "Missing: $* ($purpose). Please install it with your system's package manager and run this again."
  return 2
}

find_python() {
  local candidate
  for candidate in "${KG_PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  say "需要 Python 3.11 或更新的版本 (可用 KG_PYTHON 指定)。"
  say "Python 3.11 or newer is needed (KG_PYTHON=/path/to/python3 names one)."
  return 2
}

# What the environment was made for: the interpreter, the declared dependencies, the extra, and where the checkout lies.
fingerprint() {
  { "$1" -VV && printf '%s\n%s\n' "$root" "$2" && cat "$root/pyproject.toml"; } | cksum
}

# ensure_venv [extra]: .venv exists, is current, and holds this checkout. An environment made with an extra also serves
# without it.
ensure_venv() {
  local extra=${1:-} python wanted stamp
  if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c '' 2>/dev/null; then
    for stamp in "$venv/.ritual-kg-$extra" "$venv/.ritual-kg-test"; do
      if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$venv/bin/python" "${stamp##*.ritual-kg-}")" ]; then
        return 0
      fi
    done
  fi
  # One installation at a time; the second waits, then finds the work done.
  if command -v flock >/dev/null 2>&1 && [ -z "${KG_VENV_LOCKED:-}" ]; then
    exec 9>"$root/.venv.lock"
    flock 9
    KG_VENV_LOCKED=1
    ensure_venv "$extra" || return $?
    exec 9>&-
    return 0
  fi
  if ! { [ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }; then
    python=$(find_python) || return 2
    say "建立 .venv / making .venv with $("$python" -V)"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
      need_packages "python venv" "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv" ||
        return 2
    fi
    "$python" -m venv --clear "$venv" >&2 || return 2
  fi
  say "安裝 ritual-kg 及其所需 (一次即可) / installing ritual-kg and what it needs (once)"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e "$root${extra:+[$extra]}" >&2 || return 2
  wanted=$(fingerprint "$venv/bin/python" "$extra")
  printf '%s\n' "$wanted" >"$venv/.ritual-kg-$extra"
}
