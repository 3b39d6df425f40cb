/** The domain of an email. Undefined until it has a dot with something after it. */
export const domainOf = (email: string): string | undefined =>
  /^[^\s@]+@([a-z\d-]+(?:\.[a-z\d-]+)+)$/i.exec(email.trim())?.[1]?.toLowerCase()
