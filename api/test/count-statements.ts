import type { Db } from '../src/kernel/db/connect.ts'

/** Wraps a database and counts its statements. */
export function countStatements(db: Db): { db: Db; statements: () => number } {
  let statements = 0
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    statements: () => statements,
  }
}
