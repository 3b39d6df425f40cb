import type { Db } from '../src/kernel/db/connect.ts'

/** The same database, and how many statements went through it. */
export function countStatements(db: Db): { db: Db; statements: () => number } {
  let statements = 0
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => (statements++, node),
      transformResult: async ({ result }) => result,
    }),
    statements: () => statements,
  }
}
