// Fixtures of the upload tests: a signed-in vendor and a folder with files.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { files } from '@reelay/api/contract'
import { setupSignedInCli } from './program.ts'

export async function setupUploads(t: TestContext) {
  const app = await setupSignedInCli(t, 'vendor')
  const folder = join(app.home, 'in')
  await mkdir(folder)
  const put = async (name: string, bytes: Uint8Array | string) => {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const {
    a: { people, asset },
  } = app
  const listFiles = async () =>
    (
      await people.vendor.call(files.listFiles, {
        query: { asset: asset._id, order: 'name' },
        range: { first: 0, last: 99 },
      })
    ).items
  return {
    ...app,
    folder,
    put,
    listFiles,
    journal: join(app.home, 'state', 'reelay', 'uploads.jsonl'),
  }
}
