// The work on lines that runs in worker threads.
import { task } from '../../../kernel/compute/task.ts'
import { checkFile, planFileImport, writeFile } from './files.ts'
import { compareLines, presentAll, presentEdited, presentImported } from './lines.ts'
import { writeList } from './lists.ts'
import { planRewriting } from './rewrite.ts'

const FILES = new URL('./files.ts', import.meta.url)
export const writeFileTask = task(FILES, writeFile)
export const checkFileTask = task(FILES, checkFile)
export const planImportTask = task(FILES, planFileImport)

const LINES = new URL('./lines.ts', import.meta.url)
export const presentLinesTask = task(LINES, presentAll)
export const compareLinesTask = task(LINES, compareLines)
export const presentEditedTask = task(LINES, presentEdited)
export const presentImportTask = task(LINES, presentImported)

export const writeListTask = task(new URL('./lists.ts', import.meta.url), writeList)
export const planPutTask = task(new URL('./rewrite.ts', import.meta.url), planRewriting)
