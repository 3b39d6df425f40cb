import pg from 'pg'

type Submit = (this: { text: string }, connection: unknown) => unknown

/** The statements that are sent to the database while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const prototype = pg.Query.prototype as unknown as { submit: Submit }
  const { submit } = prototype
  prototype.submit = function (connection) {
    statements.push(this.text)
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    prototype.submit = submit
  }
  return statements
}
