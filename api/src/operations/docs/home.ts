export const DOCS_HOME = '/docs/guide'
