import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { referencePages } from './pages.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/reference')

/** Returns the names of the pages. */
export async function writeReference(): Promise<string[]> {
  const pages = referencePages()
  await mkdir(FOLDER, { recursive: true })
  for (const [name, text] of pages) await writeFile(join(FOLDER, name), text)
  return [...pages.keys()]
}
