/** Tests start Chromium quietly, possibly as root, and without any network beyond this machine. */
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
    // Plain HTTP on studio.test is not a secure context, as it is on localhost. No other name resolves. Intercepting
    // requests instead would turn off the browser's cache.
    '--host-resolver-rules=MAP studio.test localhost, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  ],
}
