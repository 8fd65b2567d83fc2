const pem = (label: string, base64: string): string => `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`
/**
 * A certificate for example.com and its subdomains, good until 2120, and its key. It signs itself and is trusted by
 * nobody but a test that says so, so its key is no secret.
 */
export const exampleCertificate = {
  cert: pem(
    'CERTIFICATE',
    'MIIBfTCCASKgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5QYWdlIGxvb2sgdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8y' +
      'MTIwMDEwMTAwMDAwMFowGTEXMBUGA1UEAwwOUGFnZSBsb29rIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASL10XKxhaZ' +
      'osieo/uBdmwF9D1M9trx4XBaFuYiUNtcN4k6+LKh5kCTU8/CEXbG8YTiqe62qFz8/3La403aSqoAo1kwVzAPBgNVHRMBAf8EBTAD' +
      'AQH/MCUGA1UdEQQeMByCC2V4YW1wbGUuY29tgg0qLmV4YW1wbGUuY29tMB0GA1UdDgQWBBSH4UdPmXYBBvIbVrUf1vzMy7L/CDAK' +
      'BggqhkjOPQQDAgNJADBGAiEAoYtC3EnioHtP2dzhUbnEAig2EjjNe7bhI/5XzKw82d0CIQDIybJ39dHJjwtN5QbmHjs8aa68BKjc' +
      'NKY1Ja4CH0viZA==',
  ),
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0x2o1yMidpr9LrpjJIynm8QzRWrKNqKkPJU9N2dE1hqhRANCAASL' +
      '10XKxhaZosieo/uBdmwF9D1M9trx4XBaFuYiUNtcN4k6+LKh5kCTU8/CEXbG8YTiqe62qFz8/3La403aSqoA',
  ),
}
