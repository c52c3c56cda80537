// How styles are checked. What is switched off is a matter of layout, or would ask for newer phones than people have.
export default {
  extends: "stylelint-config-standard",
  rules: {
    "comment-empty-line-before": null,
    "custom-property-pattern": "^[a-z][a-z0-9]*(-{1,2}[a-z0-9]+)*$",
    "declaration-block-single-line-max-declarations": null,
    "media-feature-range-notation": null,
    "no-descending-specificity": null,
    "property-no-vendor-prefix": null,
    "selector-class-pattern": "^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", // settings are classes by their names
  },
};
