/** Where to go after sign-in. Only paths of this app, so that a link cannot lead elsewhere. */
export const safeReturnPath = (path: string | undefined): string =>
  path && /^\/(?![/\\])/.test(path) ? path : '/'
