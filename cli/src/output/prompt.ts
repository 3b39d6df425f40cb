// Prompts go to stderr, so stdout holds only the command's result. Our own 40 lines: prompt
// libraries reopen stdin for each question and so lose piped answers.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from './exit-codes.ts'

export type Prompt = {
  text: (label: string, defaultValue?: string) => Promise<string>
  /** The input is not echoed. */
  password: (label: string) => Promise<string>
  close: () => void
}

/** Reads from the terminal, or line by line from a pipe. */
export function createPrompt(input: NodeJS.ReadStream = process.stdin): Prompt {
  const isTerminal = input.isTTY ?? false
  let isHidden = false
  // readline echoes the input to its output; nothing is passed on while it is hidden.
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      isHidden || !isTerminal ? done() : process.stderr.write(chunk, () => done()),
  })
  const lines = createInterface({ input, output, terminal: isTerminal, historySize: 0 })
  const answers = lines[Symbol.asyncIterator]()

  async function ask(question: string): Promise<string> {
    process.stderr.write(question)
    const { value, done } = await answers.next()
    if (done) throw new CliError('interrupted', 'No input. Nothing was changed.')
    return value
  }

  return {
    async text(label, defaultValue) {
      const answer = (await ask(`${label}${defaultValue ? ` [${defaultValue}]` : ''}: `)).trim()
      return answer || defaultValue || this.text(label, defaultValue)
    },
    async password(label) {
      isHidden = true
      try {
        return await ask(`${label}: `)
      } finally {
        isHidden = false
        if (isTerminal) process.stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
