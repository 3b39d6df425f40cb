// A real browser for the tests of the web app. It is installed if possible; otherwise those tests
// are skipped.
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** A shell has no window around the page, so a page takes a sixth of the CPU time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const HINT = 'To run the tests of the web app, install Chromium or set CHROME_PATH.'

export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const browser = await launch()
  if (browser) t.after(() => browser.close())
  else t.skip(HINT)
  return browser
}

/** Undefined if there is none and it cannot be installed. */
export async function launch(): Promise<Browser | undefined> {
  const executablePath = find() ?? install()
  return executablePath ? chromium.launch({ executablePath, args: FLAGS }) : undefined
}

/** Starts a browser with a profile and a debugging port, for tools such as Lighthouse. */
export async function launchWithProfile(
  folder: string,
  port: number,
): Promise<BrowserContext | undefined> {
  const executablePath = find() ?? install()
  return executablePath
    ? chromium.launchPersistentContext(folder, {
        executablePath,
        args: [...FLAGS, `--remote-debugging-port=${port}`],
      })
    : undefined
}

function find(): string | undefined {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  return [...SHELLS, ...BROWSERS]
    .map((name) =>
      spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(),
    )
    .find(Boolean)
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.log('Installing Chromium for the tests of the web app (once) …')
  // Two test files may install it at the same time.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const installPackage = (name: string) => apt('install', '-y', '--no-install-recommends', name)
  apt('update')
  // Not every distribution has the shell.
  if (installPackage(SHELLS[0]!).status !== 0) installPackage(BROWSERS[0]!)
  return find()
}
