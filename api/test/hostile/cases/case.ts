/** Tests of a file, by their names. `…` in a name stands for what differs in a loop. */
export type TestsOf = readonly [file: string, ...names: string[]]

export type HostileCase = { number: number; title: string; tests: readonly TestsOf[] }

export type HostileClass = {
  name: string
  cases: readonly HostileCase[]
  /** Show that the checks can fail: the attack succeeds where a fault is planted. */
  controls: readonly TestsOf[]
}

/** A text as a test names a file of this folder, whose test has the number and title of the case. */
export const hostile = (
  number: number,
  title: string,
  ...tests: (string | TestsOf)[]
): HostileCase => ({
  number,
  title,
  tests: tests.map((name) => (typeof name === 'string' ? [name, `${number}. ${title}`] : name)),
})

export const fileOf = (name: string) => `api/test/hostile/${name}.nightly.test.ts`
