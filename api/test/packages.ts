// Debian packages that tests install on demand.
import { spawnSync } from 'node:child_process'

/** The path of the first command that is installed. */
export const findCommand = (names: readonly string[]): string | undefined =>
  names
    .map((name) =>
      spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(),
    )
    .find(Boolean)

/** False if they cannot be installed, for example without root. */
export function installPackages(title: string, names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.log(`Installing ${title} for the tests of the web app (once) …`)
  // Two test files may install it at the same time.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...names).status === 0
}
