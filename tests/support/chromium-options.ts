/** How the tests start Chromium: quiet, also as root and on a machine without a network. */
export const chromiumOptions = {
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A name on which plain HTTP is no secure context, as localhost is.
    '--host-resolver-rules=MAP studio.test localhost',
  ],
}
