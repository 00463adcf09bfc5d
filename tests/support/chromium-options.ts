/** How the tests start Chromium: quiet, also as root, and on no network but the machine's own. */
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
    // Plain HTTP on studio.test is no secure context, as it is on localhost. No other name resolves: interception of
    // requests would turn the browser's cache off.
    '--host-resolver-rules=MAP studio.test localhost, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  ],
}
