import assert from 'node:assert/strict'
import { ApiError } from '@reelay/client'

/**
 * Holds when the call is refused with this status and, where it is said, this code. Gives the
 * refusal for a closer look.
 */
export async function expectProblem(
  call: Promise<unknown>,
  status: number,
  code?: string,
): Promise<ApiError> {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  )
  if (!(outcome instanceof ApiError))
    assert.fail(
      `expected ${status} ${code ?? ''}, got ${JSON.stringify(outcome) ?? String(outcome)}`.slice(
        0,
        500,
      ),
    )
  assert.equal(
    outcome.status,
    status,
    `${outcome.code}: ${outcome.message} ${JSON.stringify(outcome.errors)}`,
  )
  if (code) assert.equal(outcome.code, code)
  return outcome
}

/**
 * Holds when both calls are refused with this status and nothing but the request's own id tells one
 * from the other.
 */
export async function expectSameProblem(
  one: Promise<unknown>,
  other: Promise<unknown>,
  status: number,
): Promise<void> {
  const [first, second] = await Promise.all([
    expectProblem(one, status),
    expectProblem(other, status),
  ])
  assert.deepEqual({ ...first.problem, requestId: '' }, { ...second.problem, requestId: '' })
}
