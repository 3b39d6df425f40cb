import pg from 'pg'

export type SentQuery = { text: string; values?: unknown[] }
type QueryPrototype = {
  submit: (this: SentQuery, connection: unknown) => unknown
  handleError: (this: SentQuery, error: Error, connection: unknown) => unknown
}
export const queryPrototype = pg.Query.prototype as unknown as QueryPrototype

/** Those that begin and end a transaction, and state its caller. */
const FRAME = /^(begin$|commit$|select set_config|set local )/

/** The statements that are sent to the database while `work` runs. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await queriesOf(work)).map(({ text }) => text)

export async function queriesOf(work: () => Promise<unknown>): Promise<SentQuery[]> {
  const queries: SentQuery[] = []
  const { submit } = queryPrototype
  queryPrototype.submit = function (connection) {
    if (!FRAME.test(this.text)) queries.push(this)
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    queryPrototype.submit = submit
  }
  return queries
}

/** The errors with which the database answers statements while `work` runs. */
export async function databaseErrorsOf(work: () => Promise<unknown>): Promise<string[]> {
  const errors: string[] = []
  const { handleError } = queryPrototype
  queryPrototype.handleError = function (error, connection) {
    errors.push(`${error.message}: ${this.text}`)
    return handleError.call(this, error, connection)
  }
  try {
    await work()
  } finally {
    queryPrototype.handleError = handleError
  }
  return errors
}
