import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { referencePages } from './pages.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/reference')

export async function writeReference(): Promise<void> {
  // A collection that is no more has no page any more.
  await rm(join(FOLDER, 'api'), { recursive: true, force: true })
  for (const [path, text] of referencePages()) {
    await mkdir(dirname(join(FOLDER, path)), { recursive: true })
    await writeFile(join(FOLDER, path), text)
  }
}
