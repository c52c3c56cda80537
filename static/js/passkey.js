// A passkey is made or used: the browser is given the question that the page has with it, and its answer is sent as a field
// of the form. The server asks in bytes written as base64url, and the browser wants the bytes.
(() => {
  "use strict";

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  const described = (keys = []) => keys.map((key) => ({ ...key, id: bytes(key.id) }));

  const acts = {
    create: async (question, signal) => {
      const { response, ...key } = plain(await navigator.credentials.create({
        signal,
        publicKey: {
          ...question,
          challenge: bytes(question.challenge),
          user: { ...question.user, id: bytes(question.user.id) },
          excludeCredentials: described(question.excludeCredentials),
        },
      }));
      return { ...key, response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) } };
    },
    get: async (question, signal) => {
      const { response, ...key } = plain(await navigator.credentials.get({
        signal,
        publicKey: { ...question, challenge: bytes(question.challenge), allowCredentials: described(question.allowCredentials) },
      }));
      return {
        ...key,
        response: {
          clientDataJSON: text(response.clientDataJSON),
          authenticatorData: text(response.authenticatorData),
          signature: text(response.signature),
        },
      };
    },
  };

  const plain = ({ id, rawId, type, response }) => ({ id, rawId: text(rawId), type, response });

  for (const form of document.querySelectorAll("[data-passkey]")) {
    if (!window.PublicKeyCredential) continue;
    const go = form.querySelector("[data-passkey-go]");
    const refused = form.querySelector("[data-passkey-refused]");
    form.querySelector("[data-passkey-cannot]").hidden = true;
    go.hidden = false;
    let asking = null; // a second tap asks again, in place of the first

    go.addEventListener("click", async () => {
      asking?.abort();
      const mine = asking = new AbortController();
      refused.hidden = true;
      try {
        const answer = await acts[form.dataset.passkey](JSON.parse(form.dataset.question), mine.signal);
        form.elements.passkey.value = JSON.stringify(answer);
        form.submit();
      } catch {
        if (asking === mine) refused.hidden = false;
      }
    });
  }
})();
