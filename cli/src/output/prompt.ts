// Questions to the person. They are written to stderr, so that stdout holds the answer of the
// command alone.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Stop } from './exit-codes.ts'

export type Ask = {
  question: (what: string, otherwise?: string) => Promise<string>
  /** What is typed is not shown. */
  secret: (what: string) => Promise<string>
  close: () => void
}

/** Reads from the terminal, or line by line from whatever is piped in. */
export function openAsk(input: NodeJS.ReadStream = process.stdin): Ask {
  const terminal = input.isTTY ?? false
  let hidden = false
  // readline echoes what is typed to its output; while something is hidden, that leads nowhere.
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      hidden || !terminal ? done() : process.stderr.write(chunk, () => done()),
  })
  const lines = createInterface({ input, output, terminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()

  async function answer(prompt: string): Promise<string> {
    process.stderr.write(prompt)
    const { value, done } = await answers.next()
    if (done) throw new Stop('cancelled', 'Nothing was answered, so nothing was done.')
    return value
  }

  return {
    async question(what, otherwise) {
      const typed = (await answer(`${what}${otherwise ? ` [${otherwise}]` : ''}: `)).trim()
      return typed || otherwise || this.question(what, otherwise)
    },
    async secret(what) {
      hidden = true
      try {
        return await answer(`${what}: `)
      } finally {
        hidden = false
        if (terminal) process.stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
