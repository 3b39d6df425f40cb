// A real browser for the tests of the web app. It is installed if possible; otherwise those tests
// are skipped.
import type { TestContext } from 'node:test'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { findCommand, installPackages } from './packages.ts'

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
export const CHROMIUM_HINT = 'To run the tests of the web app, install Chromium or set CHROME_PATH.'

export async function openBrowser(t: TestContext): Promise<Browser | undefined> {
  const browser = await launch()
  if (browser) t.after(() => browser.close())
  else t.skip(CHROMIUM_HINT)
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

const find = () => process.env.CHROME_PATH || findCommand([...SHELLS, ...BROWSERS])

function install(): string | undefined {
  // Not every distribution has the shell.
  if (!installPackages('Chromium', [SHELLS[0]!])) installPackages('Chromium', [BROWSERS[0]!])
  return find()
}
