import { spawn } from 'node:child_process'
import { assets, previews, sessions, type users } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import { printJson } from '../output/print.ts'

type Options = { asset: string; print?: boolean; json?: boolean }

export async function openPreview(client: Client, { asset, print, json }: Options): Promise<void> {
  const url = `${await webAppUrl(client)}${await pathOf(client, asset)}`
  if (json) printJson({ url })
  else console.log(url)
  if (!print && !json && !(await openBrowser(url)))
    console.error('No browser could be opened. Open the URL above yourself.')
}

/** The web app may have its own address; invitation links contain it. */
async function webAppUrl({ call }: Client): Promise<string> {
  const [me] = (await call(sessions.openSession, { range: { first: 0, last: 0 } })) as users.User[]
  return me!.invite.replace(/\/register\/:code$/, '')
}

async function pathOf({ call }: Client, id: string): Promise<string> {
  try {
    return `/assets/${(await call(assets.getAsset, { params: { id } })).slug}`
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    const preview = await call(previews.getPreview, { params: { id } })
    return `/assets/${preview.asset}?preview=${preview._id}`
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** After this time without an error the browser counts as open: some openers run as long as it. */
const OPEN_TIMEOUT_MS = 2000

function openBrowser(url: string): Promise<boolean> {
  const [program, ...args] = process.env.BROWSER
    ? [process.env.BROWSER]
    : (OPENERS[process.platform] ?? ['xdg-open'])
  return new Promise((resolve) => {
    const child = spawn(program!, [...args, url], { detached: true, stdio: 'ignore' })
    child.unref()
    const timer = setTimeout(() => resolve(true), OPEN_TIMEOUT_MS)
    const finish = (isOpen: boolean) => {
      clearTimeout(timer)
      resolve(isOpen)
    }
    child.on('error', () => finish(false))
    // explorer.exe exits with 1 on success.
    child.on('exit', (code) => finish(code === 0 || process.platform === 'win32'))
  })
}
