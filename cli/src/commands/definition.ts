// A command as data. Help, completion and the reference page read it; what it does is loaded when
// it is called, because the contract takes 200 ms.
import type { Client, OpenClient, Who } from '../client.ts'

/**
 * As help spells it: `--due <time>`, `-q, --search <words>`, `--draft`; `--set <field=value...>`
 * may be given several times. `values` where only these can be given.
 */
export type Flag = readonly [spelling: string, about: string, values?: readonly string[]]
/** `<id>`, `[status]` or `<asset...>`. */
export type Word = readonly [spelling: string, about: string, values?: readonly string[]]
/** Words and flags by their names, in camel case. */
export type Given = Record<string, unknown>

export type Declared = {
  name: string
  alias?: string | undefined
  about: string
  words?: readonly Word[]
  flags?: readonly Flag[]
  /** Without the word `reelay`. */
  examples: readonly string[]
  /** What a reader of its help should know besides. */
  more?: string
} & (
  | { run: (given: Given) => Promise<void>; under?: undefined }
  | { under: readonly Declared[]; run?: undefined }
)

export const JSON_FLAG: Flag = ['--json', 'answer in JSON, for machines']

/** How a word or flag is called in `Given`. */
export const nameOf = (spelling: string): string =>
  (/--([\w-]+)/.exec(spelling)?.[1] ?? spelling.replace(/[<>[\].]/g, '')).replace(
    /-(\w)/g,
    (_dash, letter: string) => letter.toUpperCase(),
  )

/**
 * What somebody does who is signed in: loaded when it is called, and given a client beside what was
 * typed.
 */
export const signedIn =
  <O>(load: () => Promise<(client: Client, options: O & Who) => Promise<void>>) =>
  async (given: Given): Promise<void> => {
    const [{ openClient }, act] = await Promise.all([import('../client.ts'), load()])
    const { client, ...who } = await openClient()
    await act(client, { ...given, ...who } as O & Who)
  }

/**
 * The same for what goes on for long, and tells of the pauses that it makes: it opens the client
 * itself.
 */
export const patient =
  <O>(load: () => Promise<(open: OpenClient, options: O) => Promise<void>>) =>
  async (given: Given): Promise<void> => {
    const [{ openClient }, act] = await Promise.all([import('../client.ts'), load()])
    await act(openClient, given as O)
  }
