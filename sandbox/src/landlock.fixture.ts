// Restricts itself as on a kernel with an older version of Landlock, and prints what still works.
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { restrictFiles } from './landlock.ts'
import { syscall } from './native.ts'

const PR_SET_NO_NEW_PRIVS = 38
const [abi, outside] = process.argv.slice(2)

syscall('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
restrictFiles(Number(abi), [{ path: '.', access: 'write' }])

const attempts: Record<string, () => unknown> = {
  'writes a file': () => writeFileSync('file', 'made'),
  'renames it': () => renameSync('file', 'renamed'),
  'writes over it': () => writeFileSync('renamed', 'again'),
  'reads it': () => readFileSync('renamed'),
  'makes a folder': () => mkdirSync('folder'),
  'makes a link': () => symlinkSync('renamed', 'link'),
  'reads outside': () => readFileSync(`${outside}/film`),
  'writes outside': () => writeFileSync(`${outside}/film`, ''),
  'moves a file outside': () => renameSync('renamed', `${outside}/moved`),
  'moves a file from outside': () => renameSync(`${outside}/film`, 'moved'),
}
console.log(
  JSON.stringify(
    Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt()
        return [name]
      } catch {
        return []
      }
    }),
  ),
)
