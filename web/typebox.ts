// Replaces `typebox` in the browser bundle (vite.config.ts). The app only uses the types of schemas,
// and building the schemas would add 12 kB gzip to every first load. Any access returns another
// empty schema.
const shape: unknown = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? undefined : shape),
  apply: () => shape,
})

export const Type = shape
