import { spawn } from 'node:child_process'
import { assets, previews, sessions, type users } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Client } from '../client.ts'
import { printJson } from '../output/print.ts'

type Options = { asset: string; print?: boolean; json?: boolean }

export async function openPreview(client: Client, { asset, print, json }: Options): Promise<void> {
  const url = `${await appOf(client)}${await pathOf(client, asset)}`
  if (json) printJson({ url })
  else console.log(url)
  if (!print && !json && !(await openBrowser(url)))
    console.error('There is no browser on this machine that could be opened; the address is above.')
}

/**
 * The web app may have an address of its own. The service tells it in the address under which
 * people accept an invitation.
 */
async function appOf({ call }: Client): Promise<string> {
  const [me] = (await call(sessions.openSession, { range: { first: 0, last: 0 } })) as users.User[]
  return me!.invite.replace(/\/register\/:code$/, '')
}

async function pathOf({ call }: Client, id: string): Promise<string> {
  try {
    return `/assets/${(await call(assets.getAsset, { params: { id } })).slug}`
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error
    const preview = await call(previews.getPreview, { params: { id } })
    return `/assets/${preview.asset}?preview=${preview._id}`
  }
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/**
 * How long an opener may take to say that it found no browser. Some stay as long as the browser
 * does.
 */
const MOMENT_MS = 2000

/** Whether one was opened, as far as can be told. */
function openBrowser(url: string): Promise<boolean> {
  const [program, ...words] = process.env.BROWSER
    ? [process.env.BROWSER]
    : (OPENERS[process.platform] ?? ['xdg-open'])
  return new Promise((resolve) => {
    const child = spawn(program!, [...words, url], { detached: true, stdio: 'ignore' })
    child.unref()
    const waiting = setTimeout(() => resolve(true), MOMENT_MS)
    const end = (opened: boolean) => {
      clearTimeout(waiting)
      resolve(opened)
    }
    child.on('error', () => end(false))
    child.on('exit', (code) => end(code === 0 || process.platform === 'win32'))
  })
}
