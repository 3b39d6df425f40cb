// Runs the program again and again in one process of its own: to load the contract takes 200 ms,
// which hundreds of commands would feel.
import { run } from '../src/program.ts'

type Typed = { words: string[]; env: Record<string, string> }

process.on('message', ({ words, env }: Typed) => {
  Object.assign(process.env, env)
  void typed(words).then((ended) => process.send!(ended))
})

async function typed(words: string[]) {
  const [out, err] = [process.stdout, process.stderr].map((stream) => keep(stream)) as [Kept, Kept]
  const code = await run(words)
  return { code, out: out.end(), err: err.end() }
}

type Kept = { end: () => string }

function keep(stream: NodeJS.WriteStream): Kept {
  const write = stream.write.bind(stream)
  let said = ''
  stream.write = (text: string | Uint8Array) => {
    said += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
  return {
    end() {
      stream.write = write
      return said
    },
  }
}
