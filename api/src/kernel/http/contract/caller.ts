/**
 * The person a request comes from, as their credential proved it. Read anew for every request:
 * nothing about it is kept.
 */
export type Caller = {
  _id: string
  name: string
  email: string
  roles: string[]
  permissions: ReadonlySet<string>
  studios: string[]
  groups: string[]
  territory: string | null
  token: string
  secondFactor: boolean
}
