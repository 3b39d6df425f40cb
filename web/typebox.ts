// Takes the place of `typebox` in the browser's bundle (vite.config.ts). The app needs of a shape
// its type alone, which is gone by then:
// building the shapes would cost 12 kB gzip of every first load. Whatever is asked of a shape,
// another one that says nothing is the answer.
const shape: unknown = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? undefined : shape),
  apply: () => shape,
})

export const Type = shape
