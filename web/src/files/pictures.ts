/** The kinds of picture that the server can read and a browser can show, as a file chooser names them. */
export const PICTURES = 'image/jpeg,image/png,image/webp,image/gif';
