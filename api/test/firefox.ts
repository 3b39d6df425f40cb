// Debian's Firefox for the tests of the web app. Playwright drives it with WebDriver BiDi.
import { firefox, type Browser } from '@playwright/test'
import { findCommand, installPackages } from './packages.ts'

const BROWSERS = ['firefox-esr', 'firefox']
/** Firefox decodes H.264 and AAC with libavcodec; the name has its version. */
const DECODERS = ['libavcodec59', 'libavcodec61']
export const FIREFOX_HINT = 'To run this test, install Firefox or set FIREFOX_PATH.'

/** Undefined if there is none and it cannot be installed. */
export async function launchFirefox(): Promise<Browser | undefined> {
  const executablePath = find() ?? install()
  if (!executablePath) return undefined
  const browser = await firefox.launch({
    // Playwright uses WebDriver BiDi for this channel, and its own protocol for all others.
    channel: 'moz-firefox',
    executablePath,
  })
  skipMediaFeatures(browser)
  return browser
}

type Session = { send: (method: string, params: object) => Promise<object> }
type Internals = { _connection: { toImpl: (browser: Browser) => { _browserSession: Session } } }

/**
 * Playwright 1.65 sets the colour scheme of each context with a command that Firefox 153 does not
 * have. It has no option to omit this.
 */
function skipMediaFeatures(browser: Browser) {
  const { _connection: connection } = browser as unknown as Internals
  const session = connection.toImpl(browser)._browserSession
  const send = session.send.bind(session)
  session.send = (method, params) =>
    method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(method, params)
}

const find = () => process.env.FIREFOX_PATH || findCommand(BROWSERS)

function install(): string | undefined {
  DECODERS.find((decoder) => installPackages('Firefox', [BROWSERS[0]!, decoder]))
  return find()
}
