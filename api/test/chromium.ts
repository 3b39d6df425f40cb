// A real browser for the tests of the web app. Where there is none and it can be installed, it is;
// elsewhere those tests are skipped and say why.
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const HOW = 'To run the tests of the web app, install Chromium, or name one in CHROME_PATH.'

export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const browser = await launch()
  if (browser) t.after(() => browser.close())
  else t.skip(HOW)
  return browser
}

/** Undefined where there is none and it cannot be installed. */
export async function launch(): Promise<Browser | undefined> {
  const executablePath = find() ?? install()
  return executablePath ? chromium.launch({ executablePath, args: FLAGS }) : undefined
}

/** One with a profile, as a person has it, for tools that speak to it at a port of its own. */
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
  return NAMES.map((name) =>
    spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(),
  ).find(Boolean)
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.log('Installing Chromium for the tests of the web app (once) …')
  // Two files of tests may want it at the same moment.
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium')
  return find()
}
