/** 24 hexadecimal digits, as the ids of the service. */
export const newMember = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
