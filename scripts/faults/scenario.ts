/** `short` takes seconds instead of minutes. The seed decides when which fault happens. */
export type RunOptions = { seed: number; short: boolean; log: (line: string) => void }

export type ScenarioFindings = {
  /** Acknowledged writes that are not there. */
  lost: number
  duplicated: number
  /** Jobs and events that were not processed after the faults. */
  stuck: number
  /** Requests that failed although they were safe to repeat, and other broken promises. */
  failed: number
}
export type ScenarioResult = ScenarioFindings & {
  /** Requests. */
  operations: number
  faults: number
  note: string
}

export type Scenario = {
  name: string
  /** A control removes a guard. It must find something, or the others prove nothing. */
  isControl?: boolean
  /** Not part of the short form, which has another scenario with the same faults. */
  isOnlyLong?: boolean
  /** Why the scenario cannot run on this machine. */
  unavailable?: () => string | undefined | Promise<string | undefined>
  run: (options: RunOptions) => Promise<ScenarioResult>
}

/** Undefined if the result is as expected, otherwise what is wrong. */
export function findError({ isControl = false }: Scenario, result: ScenarioResult) {
  const { lost, duplicated, stuck, failed, note } = result
  const isWhole = lost + duplicated + stuck + failed === 0
  if (isWhole !== isControl) return undefined
  return isControl
    ? `The control found nothing. ${note}`
    : `${lost} lost, ${duplicated} duplicated, ${stuck} stuck, ${failed} failed. ${note}`
}
