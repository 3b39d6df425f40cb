import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { referencePages } from './pages.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/reference')

export async function writeReference(): Promise<void> {
  // Removes the pages of former versions.
  await rm(join(FOLDER, 'api'), { recursive: true, force: true })
  for (const [path, text] of referencePages()) {
    await mkdir(dirname(join(FOLDER, path)), { recursive: true })
    await writeFile(join(FOLDER, path), text)
  }
}
