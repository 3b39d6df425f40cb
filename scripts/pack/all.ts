// npm run pack [-- --out packed]: both packages that others install.
await import('./client.ts')
await import('./cli.ts')
