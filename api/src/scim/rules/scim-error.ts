/** An error of RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const errorBody = ({ status, message, scimType }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail: message,
  ...(scimType !== undefined && { scimType }),
})

export type Parsed<T> = { ok: true; value: T } | { ok: false; error: ScimError }

export const badValue = (detail: string): Parsed<never> => ({
  ok: false,
  error: new ScimError(400, detail, 'invalidValue'),
})
