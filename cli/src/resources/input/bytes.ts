// Files that a command reads or writes; `-` is stdin or stdout.
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CliError } from '../../output/exit-codes.ts'

export const readInput = (path: string): Promise<Buffer> =>
  path === '-'
    ? buffer(process.stdin)
    : readFile(path).catch((error: Error) => {
        throw new CliError('usage', `Cannot read ${path}: ${error.message}`)
      })

export async function writeOutput(path: string, bytes: Uint8Array): Promise<void> {
  if (path === '-') process.stdout.write(bytes)
  else await writeFile(path, bytes)
}
