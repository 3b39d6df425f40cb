/** `short` takes minutes instead of hours. The seed decides when which fault happens. */
export type ProofOptions = { seed: number; short: boolean; log: (line: string) => void }

export type ProofResult = {
  /** Acknowledged writes, or requests. */
  operations: number
  faults: number
  lost: number
  duplicated: number
  /** Jobs and events that were not processed after the faults. */
  stuck: number
  /** Requests that failed although they were safe to repeat. */
  failed: number
  note: string
}

export type Scenario = {
  name: string
  /** A control removes a guard. It must lose something, or the proof proves nothing. */
  isControl?: boolean
  /** Why the scenario cannot run on this machine. */
  unavailable?: () => string | undefined
  run: (options: ProofOptions) => Promise<ProofResult>
}
