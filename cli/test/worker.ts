// Runs many commands in one process: loading the contract takes 200 ms, which adds up over hundreds
// of commands.
import { run } from '../src/program.ts'

type CommandMessage = { words: string[]; env: Record<string, string> }

process.on('message', ({ words, env }: CommandMessage) => {
  Object.assign(process.env, env)
  void runCaptured(words).then((result) => process.send!(result))
})

async function runCaptured(words: string[]) {
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  const code = await run(words)
  return { code, out: out.end(), err: err.end() }
}

function capture(stream: NodeJS.WriteStream): { end: () => string } {
  const write = stream.write.bind(stream)
  let captured = ''
  stream.write = (text: string | Uint8Array) => {
    captured += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
  return {
    end() {
      stream.write = write
      return captured
    },
  }
}
