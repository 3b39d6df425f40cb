import assert from 'node:assert/strict'
import { ApiError } from '@reelay/client'

/** Asserts that a call fails with this status and code, and returns the error. */
export async function expectProblem(
  call: Promise<unknown>,
  status: number,
  code?: string,
): Promise<ApiError> {
  const outcome = await call.then(
    (reply) => ({ reply }),
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

/** Asserts that two calls fail with the same problem, except for the request id. */
export async function expectSameProblem(
  firstCall: Promise<unknown>,
  secondCall: Promise<unknown>,
  status: number,
): Promise<void> {
  const [first, second] = await Promise.all([
    expectProblem(firstCall, status),
    expectProblem(secondCall, status),
  ])
  assert.deepEqual({ ...first.problem, requestId: '' }, { ...second.problem, requestId: '' })
}
