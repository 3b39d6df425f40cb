/** The authenticated person. Loaded for every request and never cached. */
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
