import type { Installation } from './tools/installation.ts'

/** A test of the suite: the file and the name of the test. */
export type SuiteTest = readonly [file: string, name: string]

export type HostileCase = {
  number: number
  title: string
  /** Attacks the running service. Returns what was seen, and throws if the service gave way. */
  run?: (installation: Installation) => Promise<string>
  /** Tests of the suite that prove the case, or the part of it that `run` leaves out. */
  tests?: readonly SuiteTest[]
}

/** Shows that the checks of a class can fail: the attack succeeds where a fault was planted. */
export type NegativeControl = {
  title: string
  run: (installation: Installation) => Promise<string>
}

export type HostileClass = {
  name: string
  cases: readonly HostileCase[]
  controls: readonly NegativeControl[]
}
